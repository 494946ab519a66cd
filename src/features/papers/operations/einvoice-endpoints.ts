import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import { attachedAs } from "../../../http/attachment.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { forms } from "../einvoice/forms.ts";
import { einvoiceFile, missingIn } from "../einvoice-file.ts";
import { ofPaper, type PaperCall, readPaper } from "./paper-endpoints.ts";

const PaperFormOutput = z
  .object({
    form: z.enum(forms).describe("EN 16931 as CII, XRechnung 3 as CII and as UBL, and Peppol BIS Billing 3."),
    missing: z
      .array(
        z.object({
          term: z.string().describe("The term of EN 16931.").meta({ example: "BT-49" }),
          of: z.enum(["seller", "buyer", "paper"]).describe("In which part of a paper it is."),
          member: z.string().describe("The member of this part.").meta({ example: "electronic_address" }),
          text: z.string().describe("A sentence for people."),
        }),
      )
      .describe("What the paper lacks. Empty: it can be downloaded in this form."),
  })
  .meta({ id: "PaperForm" });

const FormQuery = z.object({ form: z.enum(forms).describe("In which form.") });

const common = { tag: "Papers", audience: "customer", method: "GET", extension: true } as const;

export const einvoiceEndpoints = [
  endpoint({
    ...common,
    id: "getPaperXml",
    permission: "papers.view",
    path: "/papers/{id}/xml",
    summary: "Download an invoice or a credit note as an e-invoice",
    description:
      "XML of EN 16931. 409 names what the paper lacks; `GET /papers/{id}/forms` lists it for all forms. The PDF contains the form `en16931_cii` (Factur-X) if it is complete.",
    params: ofPaper,
    query: FormQuery,
    types: ["application/xml"],
    errors: ["not_found", "conflict"],
    async handle(context: Context, call: XmlCall): Promise<Answer> {
      const { name, type, bytes } = einvoiceFile(await readPaper(context, call), call.query.form);
      return { body: bytes, type, headers: attachedAs(name) };
    },
  }),
  endpoint({
    ...common,
    id: "listPaperForms",
    permission: "papers.view",
    path: "/papers/{id}/forms",
    summary: "List the forms of an e-invoice, and what a paper lacks of each",
    params: ofPaper,
    response: z.array(PaperFormOutput),
    errors: ["not_found"],
    async handle(context: Context, call: PaperCall): Promise<Answer> {
      const paper = await readPaper(context, call);
      return json(
        forms.map(
          (form): z.output<typeof PaperFormOutput> => ({ form, missing: [...missingIn(paper, form)] }),
        ),
      );
    },
  }),
];

type XmlCall = Call<{ id: string }, z.output<typeof FormQuery>>;
