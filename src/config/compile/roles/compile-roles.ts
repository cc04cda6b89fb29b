// Reads the roles from the portal's roles file, and checks that they are consistent.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import {
  type Audience,
  GRANTS,
  GROUPS,
  grantAudience,
  type RoleModel,
  rolesWith,
} from '#shared/access/roles.ts'

interface Written {
  readonly grants: Readonly<Record<string, string>>
  readonly roles: Readonly<Record<string, Partial<Omit<RoleModel, 'name'>> & Pick<RoleModel, 'title'>>>
}

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
  const written = document.value as Written
  const roles = Object.entries(written.roles).map(
    ([name, { title, grants = [], registers, demo = [] }]): RoleModel => ({
      name,
      title,
      grants,
      ...(registers ? { registers } : {}),
      demo,
    }),
  )
  checkGrants(new Place(context, document), written, roles)
  const titles = new Map<string, string>()
  for (const { name, title } of roles) {
    const earlier = titles.get(title)
    if (earlier !== undefined)
      context.report(document, ['roles', name, 'title'], {
        slug: 'title_twice',
        message: `角色“${name}”与“${earlier}”同名（${title}），选择身份时无法区分，请改其一`,
        found: title,
      })
    titles.set(title, name)
  }
  for (const { name } of roles)
    if ((GROUPS as readonly string[]).includes(name))
      context.report(document, ['roles', name], {
        slug: 'role_name',
        message: `“${name}”是访问规则中的固定用语，不能用作角色的名称`,
        found: name,
        key: true,
      })
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

function checkGrants(here: Place, { grants: known }: Written, roles: readonly RoleModel[]): void {
  for (const { name, grants } of roles)
    for (const [index, grant] of grants.entries())
      if (!Object.hasOwn(known, grant))
        here.at('roles', name, 'grants', index).report({
          slug: 'grant_unknown',
          message: `授权“${grant}”没有在 grants 中说明`,
          found: grant,
          known: Object.keys(known),
        })
  for (const grant of Object.keys(known))
    if (!roles.some(({ grants }) => grants.includes(grant))) {
      const [first, ...others] = namingFiles(here.context, grantAudience(grant))
      here.at('grants', grant).report({
        // A grant that files require but no role holds is an error: its content is open to nobody.
        slug: first === undefined ? 'grant_unused' : 'grant_unheld',
        message:
          first === undefined
            ? `授权“${grant}”没有授予任何角色`
            : `授权“${grant}”没有授予任何角色，${first}${others.length > 0 ? ` 等 ${others.length + 1} 个文件` : ''}却要求该授权（${grantAudience(grant)}）：请在 roles 中授予相应的角色`,
        found: grant,
        key: true,
      })
    }
  if (rolesWith(roles, GRANTS.administer).length === 0)
    here.at('roles').report({
      slug: 'roles_administer',
      message: `没有角色被授予 ${GRANTS.administer}，首次启动时无法创建账号，也无人管理账号：请授予一个角色`,
      key: true,
    })
}
