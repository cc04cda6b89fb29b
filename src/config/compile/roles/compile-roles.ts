// Reads the roles from the portal's roles file, checks that they are consistent, and connects them with their forms.

import type { Placed } from '#config/compile/api/check-routes.ts'
import type { WrittenRoles } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import {
  ACCOUNT_FIELDS,
  type Audience,
  GRANTS,
  GROUPS,
  grantAudience,
  type RoleModel,
  rolesWith,
  SMS_FIELDS,
} from '#shared/access/roles.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

export const ROLES_FILE = 'schemas/roles.json'

/** In the order of the file. Where it is broken, which is reported as such, the roles still have their names and rights. */
export function compileRoles(context: Context, validDocuments: ReadonlySet<Document>): readonly RoleModel[] {
  const document = context.of('roles').get('roles')
  if (!document || !validDocuments.has(document)) {
    if (!document && !context.isInvalid('roles', 'roles'))
      context.problems.push({
        slug: 'roles_missing',
        severity: 'error',
        file: ROLES_FILE,
        line: 1,
        column: 1,
        message: `缺少 ${ROLES_FILE}：请写明各角色及其授权`,
      })
    return namesIn(context.understood('roles', 'roles')?.value)
  }
  const written = document.value
  const roles = Object.entries(written.roles).map(
    ([name, { title, grants = [], registers, groups, demo = [] }]): RoleModel => ({
      name,
      title,
      grants,
      ...(registers ? { registers } : {}),
      ...(groups ? { groups } : {}),
      demo,
    }),
  )
  const here = new Place(context, document)
  checkGrants(here, written, roles)
  const titles = new Map<string, string>()
  for (const { name, title } of roles) {
    const at = here.at('roles', name)
    const earlier = titles.get(title)
    if (earlier !== undefined) at.at('title').report('title_twice.role', { found: title, name, earlier })
    titles.set(title, name)
    if ((GROUPS as readonly string[]).includes(name)) at.report('role_name', { found: name, key: true })
  }
  checkGroups(here, roles)
  return roles
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads the roles from an invalid file, so that references to a role are not reported because of an error in another
 * line.
 */
function namesIn(value: unknown): readonly RoleModel[] {
  const roles = isObject(value) && isObject(value.roles) ? value.roles : {}
  return Object.entries(roles).flatMap(([name, role]): RoleModel[] => {
    if (!isObject(role)) return []
    const grants = Array.isArray(role.grants) ? role.grants.map(String) : []
    const { registers } = role
    const isWhole = isObject(registers) && typeof registers.form === 'string'
    return [
      {
        name,
        title: String(role.title ?? name),
        grants,
        ...(isWhole ? { registers: { approval: true, ...registers, form: String(registers.form) } } : {}),
        demo: [],
      },
    ]
  })
}

/** Files of which only holders of a grant read or do something. */
const namingFiles = (context: Context, audience: Audience): readonly string[] =>
  [...context.documents]
    .flatMap(([kind, byId]) => (kind === 'language' ? [] : [...byId.values()]))
    .filter(({ text }) => text.includes(`"${audience}"`))
    .map(({ path }) => path)

function checkGrants(here: Place, { grants: known }: WrittenRoles, roles: readonly RoleModel[]): void {
  for (const { name, grants } of roles)
    for (const [index, grant] of grants.entries())
      here.at('roles', name, 'grants', index).expect(Object.keys(known), grant, 'grant_unknown')
  for (const grant of Object.keys(known))
    if (!roles.some(({ grants }) => grants.includes(grant))) {
      const [first, ...others] = namingFiles(here.context, grantAudience(grant))
      const at = here.at('grants', grant)
      // A grant that files require but no role holds is an error: its content is open to nobody.
      if (first === undefined) at.report('grant_unused', { found: grant, key: true })
      else
        at.report('grant_unheld', {
          found: grant,
          key: true,
          files: others.length > 0 ? `${first} 等 ${others.length + 1} 个文件` : first,
          audience: grantAudience(grant),
        })
    }
  if (rolesWith(roles, GRANTS.administer).length === 0)
    here.at('roles').report('roles_administer', { key: true, grants: GRANTS.administer })
}

/** A group gives one role. */
function checkGroups(here: Place, roles: readonly RoleModel[]): void {
  const earlier = new Map<string, RoleModel>()
  for (const role of roles)
    for (const [index, group] of (role.groups ?? []).entries()) {
      const other = earlier.get(group)
      if (other) here.at('roles', role.name, 'groups', index).report('group_twice', { found: group, other })
      earlier.set(group, role)
    }
}

/** The operation that sends a code to users who register. */
const SENDS = 'auth.smsCode'

/** The operations with the role that those who call them get. */
export function withRegistrations(
  context: Context,
  operations: readonly Placed<Operation>[],
  forms: ReadonlyMap<string, FormModel>,
): Placed<Operation>[] {
  const document = context.of('roles').get('roles')
  if (document)
    for (const role of context.roles) checkRegistration(new Place(context, document), role, operations, forms)
  const byForm = new Map(context.roles.map(({ name, registers }) => [registers?.form, name]))
  return operations.map((placed) => {
    const { form, changes } = placed.value
    const role = form === undefined || changes ? undefined : byForm.get(form)
    return role === undefined ? placed : { ...placed, value: { ...placed.value, registers: role } }
  })
}

function checkRegistration(
  here: Place,
  { name, title, registers, demo }: RoleModel,
  operations: readonly Placed<Operation>[],
  forms: ReadonlyMap<string, FormModel>,
): void {
  for (const [index, { form }] of demo.entries())
    if (form !== undefined) here.at('roles', name, 'demo', index, 'form').refers('form', '表单', form, forms)
  if (!registers) return
  const path = here.at('roles', name, 'registers', 'form')
  if (!path.refers('form', '表单', registers.form, forms)) return
  const other = here.context.roles.find((role) => role.registers?.form === registers.form)
  if (other?.name !== name) path.report('registration_twice', { found: registers.form, other })
  const fieldNames = new Set(forms.get(registers.form)?.fields.map((field) => field.name))
  // Without text messages no number can be verified.
  const sends = operations.some(({ value }) => value.id === SENDS)
  const needed = ACCOUNT_FIELDS.filter((field) => sends || !SMS_FIELDS.includes(field))
  const lacking = needed.filter((field) => !fieldNames.has(field))
  if (lacking.length > 0) path.report('registration_fields', { found: registers.form, title, lacking })
  if (
    !operations.some(({ value }) => value.form === registers.form) &&
    here.context.invalidIds('api').length === 0
  )
    path.report('registration_unserved', { found: registers.form, title })
}
