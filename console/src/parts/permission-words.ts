import type { Schemas } from "../api/client.ts";
import { declaredText, t } from "../base/language/language.ts";

type Allowed = Schemas["RoleCallers"]["visitor"];

/** Areas and texts of the core's permissions by the English that the service sends. */
export const permissionTexts: Readonly<Record<string, string>> = {
  "Lookups and keys": t("Lookups and keys"),
  Credits: t("Credits"),
  "Offers and payments": t("Offers and payments"),
  People: t("People"),
  "Data and service": t("Data and service"),
  "View and copy keys": t("View and copy keys"),
  "Rotate keys": t("Rotate keys"),
  "View calls, usage and receipts": t("View calls, usage and receipts"),
  "View watches and webhooks": t("View watches and webhooks"),
  "Edit watches and webhooks": t("Edit watches and webhooks"),
  "View subscriptions, grants and credit history": t("View subscriptions, grants and credit history"),
  "Add or remove credits": t("Add or remove credits"),
  "Set cap and automatic top-up": t("Set cap and automatic top-up"),
  "Create, edit and cancel subscriptions": t("Create, edit and cancel subscriptions"),
  "View products, APIs and prices": t("View products, APIs and prices"),
  "Buy, change or cancel a plan": t("Buy, change or cancel a plan"),
  "View payments, invoices and statements": t("View payments, invoices and statements"),
  "Record money, refund, match": t("Record money, refund, match"),
  "Create and revoke access tokens": t("Create and revoke access tokens"),
  "View one's own account": t("View one's own account"),
  "Edit one's own account, join and leave others": t("Edit one's own account, join and leave others"),
  "View factors, sessions and access tokens": t("View factors, sessions and access tokens"),
  "Edit factors, password and address": t("Edit factors, password and address"),
  "Prove oneself, choose an account, end sessions and access": t(
    "Prove oneself, choose an account, end sessions and access",
  ),
  "View an account and its members": t("View an account and its members"),
  "Edit an account": t("Edit an account"),
  "Invite and remove members": t("Invite and remove members"),
  "Export, close or erase an account": t("Export, close or erase an account"),
  "List and search customers": t("List and search customers"),
  "Write notes on customers": t("Write notes on customers"),
  "View as the customer, read only": t("View as the customer, read only"),
  "Create customers and replace their sign-in": t("Create customers and replace their sign-in"),
  "View operators and roles": t("View operators and roles"),
  "Change operators and roles": t("Change operators and roles"),
  "View the audit log": t("View the audit log"),
  "View datasets and imports, and decode VINs": t("View datasets and imports, and decode VINs"),
  "Import and roll back datasets": t("Import and roll back datasets"),
  "Edit products and policies": t("Edit products and policies"),
  "Edit APIs": t("Edit APIs"),
  "View Inbox and put rows off, by the role": t("View Inbox and put rows off, by the role"),
  "View the system": t("View the system"),
  "Change settings and nodes": t("Change settings and nodes"),
};

/** In the page's language; the service's own text where it is newer than this page. */
export const permissionText = (english: string): string => permissionTexts[english] ?? declaredText(english);

export const allowedTexts: Readonly<Record<Allowed, string>> = { yes: t("yes"), own: t("own"), no: t("no") };
