// Owns what a condition may ask of who is looking at a page or fills in a form.
import type { JsonSchema } from '../../shared/content-model.ts'
import { ROLES } from '../../shared/roles.ts'

const ROLE = { type: 'string', enum: ROLES }

export const USER: Readonly<Record<string, JsonSchema>> = {
  signedIn: { type: 'boolean' },
  role: ROLE,
  type: ROLE,
  id: { type: 'string' },
  black: { type: 'boolean' },
}
