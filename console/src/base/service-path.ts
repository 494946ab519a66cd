/** The prefix of the service's paths: "" or "/prefix", as the page declares it. */
export const servicePath = document.documentElement.dataset.prefix ?? "";

/** The service's address for programs. */
export const serviceUrl = `${location.origin}${servicePath}`;
