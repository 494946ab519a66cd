// Runs before the first paint, as a plain script: a chosen theme must not flash.
const kept = localStorage.getItem("vingate.theme");
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
