/** What swagger-ui-bundle.js defines. */
declare const SwaggerUIBundle: {
  (options: Readonly<Record<string, unknown>>): unknown;
  readonly presets: { readonly apis: unknown };
};

const prefix = document.documentElement.dataset.prefix ?? "";

/** Shows this service's own document. Its calls go to where the page came from, which no other origin is asked for. */
async function start(): Promise<void> {
  const response = await fetch(`${prefix}/openapi.json`);
  const spec = { ...(await response.json()), servers: [{ url: prefix || "/" }] };
  SwaggerUIBundle({
    spec,
    dom_id: "#swagger-ui",
    presets: [SwaggerUIBundle.presets.apis],
    deepLinking: true,
    docExpansion: "none",
    filter: true,
    displayRequestDuration: true,
    // Without this the document would be sent to another service to be judged.
    validatorUrl: null,
  });
}

start().catch((error: Error) => {
  const place = document.getElementById("swagger-ui");
  if (place) place.textContent = `The document could not be read: ${error.message}. Reload the page.`;
});

// The file has no import: this makes it a module, whose names are its own.
export {};
