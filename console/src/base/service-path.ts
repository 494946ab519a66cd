/** What stands before the service's paths: "" or "/prefix". The page says so. */
export const servicePath = document.documentElement.dataset.prefix ?? "";

/** The service's address as a program would be given it. */
export const serviceUrl = `${location.origin}${servicePath}`;
