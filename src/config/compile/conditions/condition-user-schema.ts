// Declares the properties of the user that a condition may read, on a page or in a form.

import type { Context } from '#config/load/context.ts'
import type { JsonSchema } from '#shared/model/json.ts'

/** Returns the schemas of the user's properties; `role` is limited to the roles that the portal declares. */
export const userSchemas = (context: Context): Readonly<Record<string, JsonSchema>> => {
  const role = { type: 'string', enum: context.roles.map(({ name }) => name) }
  return { ...USER, role, type: role }
}

export const USER: Readonly<Record<string, JsonSchema>> = {
  signedIn: { type: 'boolean' },
  role: { type: 'string' },
  type: { type: 'string' },
  id: { type: 'string' },
  black: { type: 'boolean' },
}
