import { Guide } from "../pages/docs/guide.tsx";
import { Landing } from "../pages/public/landing.tsx";
import { SignIn } from "../pages/public/sign-in.tsx";
import { SignUp } from "../pages/public/sign-up.tsx";
import { Reference } from "../pages/reference/reference.tsx";
import type { PageComponent } from "../parts/page.ts";

/** Pages by path that are in the first script: another request would delay a visitor's first paint. */
export const publicPages: Readonly<Record<string, PageComponent>> = {
  "/": Landing,
  "/sign-in": SignIn,
  "/sign-up": SignUp,
  "/docs/reference": Reference,
  "/docs": Guide,
  "/docs/$page": Guide,
  "/docs/$section/$page": Guide,
};
