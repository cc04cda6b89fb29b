// Owns what a condition may ask of who is looking at a page or fills in a form.

import type { Context } from '#config/load/context.ts'
import type { JsonSchema } from '#shared/model/content-model.ts'

/** What may be asked of the user; his role is one of those that the portal declares. */
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
