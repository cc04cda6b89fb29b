// Provides the portal's roles as tests name them: all, those that people register as, and what each is called.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller, Role } from '#shared/access/roles.ts'
import { PORTAL } from './test-portal.ts'

const read = (path: string) => JSON.parse(readFileSync(join(PORTAL, path), 'utf8'))

interface Written {
  readonly title: string
  readonly registers?: { readonly form: string }
  readonly grants?: readonly string[]
}

const entries: readonly (readonly [Role, Written])[] = Object.entries(
  (read('schemas/roles.json') as { readonly roles: Readonly<Record<Role, Written>> }).roles,
)

export const ROLES: readonly Role[] = entries.map(([name]) => name)
export const USER_TYPES: readonly Role[] = entries.flatMap(([name, { registers }]) =>
  registers ? [name] : [],
)
export const ROLE_TITLES: Readonly<Record<Role, string>> = Object.fromEntries(
  entries.map(([name, { title }]) => [name, title]),
)

export const PUBLIC_ROLES = entries.map(([name, { title, grants = [] }]) => ({ name, title, grants }))

/** Somebody who has the role, with what it is granted. */
export function askerAs(role: Role, id = ''): Exclude<Caller, null> {
  return { id, role, grants: PUBLIC_ROLES.find(({ name }) => name === role)?.grants ?? [] }
}

/** By operation: the role that whoever calls it registers as. */
export const REGISTRATIONS: Readonly<Record<string, Role>> = Object.fromEntries(
  Object.entries(
    (
      read('schemas/api/auth.json') as {
        readonly operations: Readonly<Record<string, { readonly form?: string }>>
      }
    ).operations,
  ).flatMap(([name, { form }]) => {
    const role = entries.find(([, { registers }]) => registers !== undefined && registers.form === form)
    return role ? [[`auth.${name}`, role[0]]] : []
  }),
)
