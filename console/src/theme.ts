// Runs before the first paint, so that the chosen theme does not flash.
const kept = localStorage.getItem("vingate.theme");
// The page's first state is a visitor's.
if (sessionStorage.getItem("vingate.session")) document.documentElement.dataset.session = "";
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
