import type { ReactNode } from "react";
import { Brand, BrandFoot } from "../../parts/brand.tsx";

/** A page with one form or one message. */
export function FormPage({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <main className="alone" id="main">
      <Brand to="/" />
      {title && <h1>{title}</h1>}
      {children}
      <BrandFoot />
    </main>
  );
}
