import "./window.ts";

// Preloaded before any module of the console: its language is known when it is loaded, and does not change.

/** The language of the pages of this process: `VINGATE_TEST_LANGUAGE`. */
export const pageLanguage = (process.env.VINGATE_TEST_LANGUAGE ?? "en") as "en" | "de" | "es";

localStorage.setItem("vingate.language", pageLanguage);
