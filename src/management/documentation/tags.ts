import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { tagMeanings as lookupTags } from "../../vehicles/families/summaries.ts";

/** What the operations of each tag are about, for the OpenAPI document. */
export const tagMeanings: Readonly<Record<string, string>> = {
  Platform: "The service itself: who answers here, and how it is.",
  Auth: "Signing up, signing in and out.",
  Users: "Accounts and their access tokens.",
  Subscriptions: "What an account may call, and the credits it has left.",
  Keys: "The two keys of a subscription.",
  Products: "What can be subscribed to, and under which policy.",
  APIs: "The APIs that products are made of.",
  Reports: "What was called, by whom, and what it cost.",
  Audit: "Who changed what, and when.",
  System: "Nodes, journals, leases, the books, disk, versions and settings.",
  Datasets: "What the answers come from: versions, sources, licences, and the imports that make them.",
  Documentation: "This document, and what its errors mean.",
  Console: "The pages for people.",
  Images: "The images that records show.",
  vPIC: "The operations of NHTSA's vPIC, for clients that are written for it.",
  ...lookupTags(lookupApis),
};
