// Runs before the first paint, so that the chosen theme does not flash.
const kept = localStorage.getItem("vingate.theme");
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
