import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { tagMeanings as lookupTags } from "../../vehicles/families/summaries.ts";

/** The descriptions of tags in the OpenAPI document. */
export const tagMeanings: Readonly<Record<string, string>> = {
  Platform: "The service itself: its identity and health.",
  Auth: "Signing up, signing in and out.",
  Users: "Users and their access tokens.",
  Organizations: "Accounts that several users share, their members, and invitations.",
  Assistants: "Programs that users connect with `/mcp` by OAuth, without a key.",
  Subscriptions: "What a user can call, and the credits left.",
  Keys: "The keys of a subscription.",
  Payments: "Plans, packages and periods that are paid by card or transfer.",
  Papers: "Invoices and credit notes, what they print, and which tax buyers pay.",
  Terms: "Terms of service and other agreements, in versions, and who accepted which.",
  Products: "What users can subscribe to, and under which policy.",
  APIs: "The APIs that products contain.",
  Reports: "Calls by API, subscription, user and time, with their cost.",
  Webhooks: "Events that are sent to addresses of customers and operators.",
  Mail: "Mails to customers and operators: what was sent, what was refused, and their texts.",
  Audit: "Who changed what, and when.",
  System: "Nodes, journals, leases, the consistency check, disk, versions and settings.",
  Watches: "VINs whose changed records make events for webhooks.",
  Datasets: "The data behind responses: versions, sources, licenses and imports.",
  MCP: "Lookups as tools of the Model Context Protocol.",
  Documentation: "This document, the guide and the meaning of errors.",
  Console: "The web application.",
  Images: "The images of records.",
  "Reports of vehicles": "Several lookups of a vehicle as one typed answer, and what they cost.",
  Coverage: "What is known of a vehicle, and what each lookup would cost; free.",
  vPIC: "The operations of NHTSA's vPIC API, for its clients.",
  ...lookupTags(lookupApis),
};
