// Before the router reads the address.
import "./open-docs.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followConnection } from "./api/reachability.ts";
import { router } from "./frame/router.tsx";
import { queryClient } from "./parts/query-client.ts";

const place = document.getElementById("root");
if (!place) throw new Error("the page has no #root");
followConnection();
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
