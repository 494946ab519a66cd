import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { answerOf, api } from "../api/client.ts";
import { keepSession, sessionStore } from "../api/session.ts";
import { Mark } from "../parts/brand.tsx";
import { Button } from "../parts/button.tsx";
import { queryClient } from "../parts/query-client.ts";
import { ThemeChoice } from "../parts/theme-choice.tsx";
import { customerPlaces, operatorPlaces } from "./places.ts";

/** The signed-in frame: side, main; what the role may see. */
export function Shell() {
  const session = sessionStore.use();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => {
    setOpen(false);
    // A page that was opened by a link is read from its top, also by a screen reader.
    if (seen.current !== pathname) main.current?.focus({ preventScroll: false });
    seen.current = pathname;
  }, [pathname]);
  useEffect(() => {
    if (!session) navigate({ to: "/sign-in", search: { next: pathname }, replace: true });
  }, [session, navigate, pathname]);
  if (!session) return null;
  const { user } = session;
  const operator = user.role === "operator";
  const signOut = async () => {
    await answerOf(api.POST("/auth/logout")).catch(() => undefined);
    await navigate({ to: "/" });
    keepSession(undefined);
    queryClient.clear();
  };
  return (
    <>
      <header className="topbar">
        <Link className="brand" to="/overview">
          <Mark />
          Vingate
        </Link>
        <Button onPress={() => setOpen(!open)} aria-expanded={open} aria-controls="side">
          {open ? "Close" : "Menu"}
        </Button>
      </header>
      <div className="shell">
        <nav
          className="side"
          id="side"
          aria-label={operator ? "Console" : "Portal"}
          data-open={open || undefined}
        >
          <Link className="brand" to="/overview">
            <Mark />
            Vingate
          </Link>
          <div className="links">
            {(operator ? operatorPlaces : customerPlaces).map(({ heading, places }) => (
              <div key={heading ?? "first"}>
                {heading && <h2>{heading}</h2>}
                <ul>
                  {places.map(({ to, word }) => (
                    <li key={to}>
                      <Link to={to} activeProps={{ "aria-current": "page" }}>
                        {word}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <div className="who">
            <p>
              <b dir="auto">
                {user.first_name} {user.last_name}
              </b>
              <span className="who-mail">{user.email}</span>
            </p>
            <ThemeChoice />
            <Button onPress={signOut} busy="Signing out">
              Sign out
            </Button>
          </div>
        </nav>
        <main className="main" id="main" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
    </>
  );
}
