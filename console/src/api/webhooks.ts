import { queryOptions } from "@tanstack/react-query";
import { t } from "../base/language/language.ts";
import { api, dataOf, listOf, type Schemas } from "./client.ts";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];
export type DeliveryState = Delivery["state"];

interface Paged {
  readonly page: number;
  readonly page_size: number;
}

/** How often deliveries are read while one is pending. */
const pendingMs = 2000;

/** Webhooks, newest first: a customer's own, an operator's all. */
export const webhooks = (query: Paged) =>
  queryOptions({
    queryKey: ["webhooks", query],
    queryFn: () => listOf(api.GET("/webhooks", { params: { query } })),
  });

export const webhookOf = (id: string) =>
  queryOptions({
    queryKey: ["webhook", id],
    queryFn: () => dataOf(api.GET("/webhooks/{webhook_id}", { params: { path: { webhook_id: id } } })),
  });

/** The types of events that the user's webhooks can receive. */
export const eventTypes = queryOptions({
  queryKey: ["webhooks", t("event types")],
  queryFn: () => dataOf(api.GET("/webhooks/event-types")),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The deliveries of a webhook, newest event first. */
export const deliveriesOf = (id: string, query: Paged & { readonly state?: DeliveryState }) =>
  queryOptions({
    queryKey: ["webhook", id, "deliveries", query],
    queryFn: () =>
      listOf(api.GET("/webhooks/{webhook_id}/deliveries", { params: { path: { webhook_id: id }, query } })),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === "pending") ? pendingMs : false,
  });

/** One delivery with its body and its attempts. */
export const deliveryOf = (id: string, eventId: string) =>
  queryOptions({
    queryKey: ["webhook", id, "delivery", eventId],
    queryFn: () =>
      dataOf(
        api.GET("/webhooks/{webhook_id}/deliveries/{event_id}", {
          params: { path: { webhook_id: id, event_id: eventId } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.state === "pending" ? pendingMs : false),
  });
