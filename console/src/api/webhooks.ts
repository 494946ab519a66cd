import { queryOptions } from "@tanstack/react-query";
import { t } from "../base/language/language.ts";
import type { Paged, Schemas } from "./client.ts";
import { listing, reading } from "./reading.ts";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];
export type DeliveryState = Delivery["state"];

/** How often deliveries are read while one is pending. */
const pendingMs = 2000;

/** Webhooks, newest first: a customer's own, an operator's all. */
export const webhooks = (query: Paged) => listing(["webhooks", query], "/webhooks", { query });

export const webhookOf = (id: string) =>
  reading(["webhook", id], "/webhooks/{webhook_id}", { path: { webhook_id: id } });

/** The types of events that the user's webhooks can receive. */
export const eventTypes = {
  ...reading(["webhooks", t("event types")], "/webhooks/event-types"),
  staleTime: Number.POSITIVE_INFINITY,
};

/** The deliveries of a webhook, newest event first. */
export const deliveriesOf = (id: string, query: Paged & { readonly state?: DeliveryState }) =>
  queryOptions({
    ...listing(["webhook", id, "deliveries", query], "/webhooks/{webhook_id}/deliveries", {
      path: { webhook_id: id },
      query,
    }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === "pending") ? pendingMs : false,
  });

/** One delivery with its body and its attempts. */
export const deliveryOf = (id: string, eventId: string) =>
  queryOptions({
    ...reading(["webhook", id, "delivery", eventId], "/webhooks/{webhook_id}/deliveries/{event_id}", {
      path: { webhook_id: id, event_id: eventId },
    }),
    refetchInterval: ({ state: { data } }) => (data?.state === "pending" ? pendingMs : false),
  });
