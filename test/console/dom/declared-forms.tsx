import { t } from "../../../console/src/base/language/language.ts";
import { AccessTokens } from "../../../console/src/pages/account/access-tokens.tsx";
import { AppCodes } from "../../../console/src/pages/account/app-codes.tsx";
import { Password } from "../../../console/src/pages/account/password.tsx";
import { Profile } from "../../../console/src/pages/account/profile.tsx";
import { SubscriptionKeys } from "../../../console/src/pages/account/subscription-keys.tsx";
import { PricedPlans } from "../../../console/src/pages/customer/plans.tsx";
import { RenameSubscription } from "../../../console/src/pages/customer/rename-subscription.tsx";
import { CustomerActions } from "../../../console/src/pages/customers/customer-actions.tsx";
import { EditCustomer } from "../../../console/src/pages/customers/edit-customer.tsx";
import { Notes } from "../../../console/src/pages/customers/notes.tsx";
import { AddCustomer } from "../../../console/src/pages/operator/add-customer.tsx";
import { Plans } from "../../../console/src/pages/operator/plans.tsx";
import { PutOnPlan } from "../../../console/src/pages/operator/put-on-plan.tsx";
import { PasswordLink } from "../../../console/src/pages/public/password-link.tsx";
import { SignIn } from "../../../console/src/pages/public/sign-in.tsx";
import { SignInCode } from "../../../console/src/pages/public/sign-in-code.tsx";
import { SignUp } from "../../../console/src/pages/public/sign-up.tsx";
import { press } from "./act.ts";
import { close, type NumberForm } from "./number-form.ts";
import { show } from "./page.ts";
import { keys, operator, product, subscription, user } from "./records.ts";
import { answer, json, respond } from "./service.ts";

const customer = user();
const send = async () => {};
const page = (file: string, open: () => Promise<unknown>, fields = 0): NumberForm => ({ file, fields, open });

async function openKeys() {
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  const dates = { created_at: "2026-11-01T00:00:00Z", expires_at: null, last_used_at: null };
  respond("get", "/subscriptions/{subscription_id}/keys", [{ slot: "primary", ...dates }]);
  respond("get", "/reports/byKey", { items: [], timestamp_ge: "", timestamp_le: "" });
  await show(<SubscriptionKeys subscription={subscription()} />, { as: customer });
  await press(t("Rotate"));
}

async function openCodes() {
  respond("get", "/users/{id}/second-factor", { on_since: null, recovery_codes_left: 0 });
  respond("post", "/users/{id}/second-factor", { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x" });
  await show(<AppCodes userId="ada" />, { as: customer });
  await press(t("Add app codes"));
}

async function openTokens() {
  respond("get", "/users/{id}/tokens", []);
  await show(<AccessTokens userId="ada" />, { as: customer });
  await press(t("Create token"));
}

async function openProfile() {
  respond("get", "/users/{id}/tokens", []);
  await show(<Profile />, { as: customer });
}

async function openPriced() {
  respond("get", "/products", [product()]);
  respond("get", "/users/{id}/subscriptions", []);
  respond("get", "/apis", []);
  await show(<PricedPlans />, { as: customer });
  await press(t("Subscribe to {name}", { name: product().display_name }));
}

async function openPlan() {
  respond("get", "/products", []);
  await show(<Plans />, { as: operator() });
  await press(t("Create plan"));
}

async function openCustomer() {
  respond("get", "/products", [product()]);
  await show(<AddCustomer close={close} />, { as: operator() });
}

async function openVisit() {
  respond("get", "/users/{id}/subscriptions", []);
  await show(<CustomerActions user={customer} name="Ada Byron" />, { as: operator() });
  await press(t("View as"));
}

async function openNote() {
  respond("get", "/users/{id}/notes", []);
  await show(<Notes user={customer} />, { as: operator() });
  await press(t("Add note"));
}

async function openSubscribe() {
  respond("get", "/products", [product()]);
  await show(<PutOnPlan user={customer} name="Ada Byron" close={close} />, { as: operator() });
}

async function openRename() {
  await show(<RenameSubscription subscription={subscription()} />, { as: customer });
  await press(t("Rename{displayName}", { displayName: ` ${subscription().display_name}` }));
}

async function openSignIn(Page: () => React.ReactNode) {
  answer("GET /identity", () => json({ mail: true, sign_up: "open" }));
  await show(<Page />);
}

async function openLink() {
  history.replaceState(null, "", "/console/reset#abc");
  const done = { title: "", text: "", to: "/", action: "" };
  await show(<PasswordLink title="" action={t("Set password")} incomplete="" done={done} send={send} />);
}

/** Forms of the core that are declared by their fields, and have no number of their own. */
export const declaredForms: readonly NumberForm[] = [
  page("pages/account/access-tokens.tsx", openTokens),
  page("pages/account/app-codes.tsx", openCodes, 1),
  page("pages/account/password.tsx", () => show(<Password />, { as: customer })),
  page("pages/account/profile.tsx", openProfile),
  page("pages/account/subscription-keys.tsx", openKeys),
  page("pages/customer/plans.tsx", openPriced),
  page("pages/customer/rename-subscription.tsx", openRename),
  page("pages/customers/edit-customer.tsx", () =>
    show(<EditCustomer user={customer} close={close} />, { as: operator() }),
  ),
  page("pages/operator/plans.tsx", openPlan),
  page("pages/operator/put-on-plan.tsx", openSubscribe),
  page("pages/customers/customer-actions.tsx", openVisit),
  page("pages/customers/notes.tsx", openNote),
  page("pages/operator/add-customer.tsx", openCustomer),
  page("pages/public/password-link.tsx", openLink),
  page(
    "pages/public/sign-in-code.tsx",
    () => show(<SignInCode email="ada@example.com" hasApp send={send} back={close} />),
    1,
  ),
  page("pages/public/sign-in.tsx", () => openSignIn(SignIn)),
  page("pages/public/sign-up.tsx", () => openSignIn(SignUp)),
];
