import type { ServiceProcess } from "../../service-process.ts";
import { operatorToken } from "./worker-service.ts";

/** Creates a user by its name, as an operator does. Throws unless that is answered. */
export async function addUser({ url }: ServiceProcess, name: string): Promise<void> {
  const answer = await fetch(`${url}/users/${name}`, {
    method: "PUT",
    headers: { authorization: operatorToken, "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.com`, first_name: name, last_name: "Byron" }),
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
}
