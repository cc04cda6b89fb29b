// Writes the start of a registration: a role, its form, the call and the page, and a link to that page.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import { ACCOUNT_FIELDS } from '#shared/access/roles.ts'
import { languageFrom, type NewFile, toJson } from './new-extension.ts'

type Json = Readonly<Record<string, unknown>>
interface Role {
  readonly title?: string
  readonly grants?: readonly string[]
  readonly registers?: { readonly form?: string }
}
/** As `modify` of jsonc-parser takes it: where, and the value. */
type Change = readonly [path: JSONPath, value: unknown]

const NAME = /^[a-z][A-Za-z0-9]*$/
const ROLES = 'schemas/roles.json'
const SITE = 'pages-config/site.json'
const CALLS = 'schemas/api/auth.json'
const FORM = join(import.meta.dirname, '..', 'templates', 'portal', 'schemas', 'forms', 'register.json')
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } }
/** What a registration asks for at first, where the form that it follows has it. */
const FIELDS: readonly string[] = [...ACCOUNT_FIELDS, 'realName']
const RESULT = {
  type: 'object',
  required: ['id', 'receiptNo', 'status'],
  properties: {
    id: { type: 'string' },
    receiptNo: { type: 'string' },
    status: { type: 'string', title: '状态', 'x-dict': 'registrationStatus' },
  },
  additionalProperties: false,
}

const MAX_TITLE = 12
const isTitle = (text: string) => text !== '' && text.length <= MAX_TITLE && !/[\p{Cc}"\\]/u.test(text)

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const refuse = (refused: string) => ({ refused })

/**
 * Returns the files of a registration for the role `name`: new ones, and files of the portal with something added. Or
 * answers in Chinese why nothing is written. `title` is what people call a new role.
 */
export function newRegistration(
  name: string,
  portal: string,
  title?: string,
): readonly NewFile[] | { readonly refused: string } {
  try {
    return filesOf(name, portal, title)
  } catch (error) {
    if (error instanceof Unreadable) return refuse(error.message)
    throw error
  }
}

/** A file of the portal that is no JSON. */
class Unreadable extends Error {}

function filesOf(
  name: string,
  portal: string,
  written?: string,
): readonly NewFile[] | { readonly refused: string } {
  if (!NAME.test(name))
    return refuse(
      '用法：npm run new -- registration <角色> [角色名称]，角色以小写字母开头，只用字母与数字，如 volunteer 志愿者',
    )
  const textOf = (path: string) => readFileSync(join(portal, path), 'utf8')
  const read = (path: string): Json => {
    if (!existsSync(join(portal, path))) return {}
    try {
      return JSON.parse(textOf(path))
    } catch {
      throw new Unreadable(`${path} 不是有效的 JSON，请先用 npm run check 检查`)
    }
  }
  for (const path of [ROLES, SITE, CALLS])
    if (!existsSync(join(portal, path))) return refuse(`门户缺少 ${path}，无法注册与登录`)

  const { roles = {} } = read(ROLES) as { roles?: Readonly<Record<string, Role>> }
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined
  if (role?.registers) return refuse(`角色“${name}”已有注册表单 ${role.registers.form}`)
  if (role?.grants) return refuse(`角色“${name}”有授权，不能自行注册；请另起一个角色名`)

  const form = `register${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const page = `account/register/${kebab(name)}`
  if (written !== undefined) {
    if (!isTitle(written)) return refuse(`角色名称应为 1 到 ${MAX_TITLE} 个字符，不含引号与反斜杠`)
    if (role && role.title !== written) return refuse(`角色“${name}”的名称是“${role.title}”`)
    if (!role && Object.values(roles).some((one) => one.title === written))
      return refuse(`已有名为“${written}”的角色`)
  }
  const title = role?.title ?? written ?? freeTitle(Object.values(roles))
  const { pages = {} } = read(SITE) as { pages?: Readonly<Record<string, string>> }
  if (pages.login === undefined) return refuse(`${SITE} 没有登录页（pages.login）`)
  const link = findLink(pages, { name, page, title }, (id) => read(`pages-config/${id}.json`))
  const added: readonly (readonly [string, Change])[] = [
    [ROLES, [['roles', name], { title, ...role, registers: { form, approval: false } }]],
    [
      CALLS,
      [
        ['operations', form],
        {
          at: `POST /register/${kebab(name)}`,
          summary: `${title}注册`,
          access: 'anyone',
          form,
          result: RESULT,
        },
      ],
    ],
    link,
  ]
  const registrations = Object.values(roles).flatMap(({ registers }) => registers?.form ?? [])
  const [followed] = registrations.map((one) => read(`schemas/forms/${one}.json`))
  const { operations = {} } = read(CALLS) as { operations?: Json }
  return [
    ...added.map(([path, [at, value]]) => ({
      path,
      text: applyEdits(textOf(path), modify(textOf(path), at, value, FORMAT)),
      changes: true as const,
    })),
    {
      path: `schemas/forms/${form}.json`,
      text: toJson({
        $schema: `${languageFrom(portal, 'schemas/forms')}/form.schema.json`,
        version: 1,
        title: `${title}注册`,
        ...toForm(followed ?? JSON.parse(readFileSync(FORM, 'utf8')), operations),
      }),
    },
    {
      path: `pages-config/${page}.json`,
      text: toJson({
        $schema: `${languageFrom(portal, 'pages-config/account/register')}/page.schema.json`,
        kind: 'form',
        path: `/register/${kebab(name)}`,
        title: `${title}注册`,
        shell: 'bare',
        parent: pages.login,
        form,
        submit: `auth.${form}`,
        receipt: {
          title: '注册成功',
          next: '现在可以用刚才的用户名登录。',
          follow: pages.login,
          followLabel: '前往登录',
        },
        links: [{ label: '已有账号，前往登录', link: pages.login }],
      }),
    },
  ]
}

function freeTitle(roles: readonly Role[]): string {
  const titles = roles.map(({ title }) => title)
  for (let number = 1; ; number += 1) {
    const title = number === 1 ? '新用户' : `新用户 ${number}`
    if (!titles.includes(title)) return title
  }
}

/** The fields of an account as another registration asks for them; checks that the portal does not offer are left out. */
function toForm(followed: Json, operations: Json): Json {
  const { fields, agreement } = followed as {
    fields: { required: readonly string[]; properties: Readonly<Record<string, Json>> }
    agreement?: Json
  }
  const isOffered = (check: unknown) => Object.hasOwn(operations, String(check).replace(/^auth\./, ''))
  const properties = FIELDS.flatMap((field) => {
    const { 'x-unique': check, ...property } = fields.properties[field] ?? {}
    if (Object.keys(property).length === 0) return []
    return [[field, isOffered(check) ? { ...property, 'x-unique': check } : property]]
  })
  return {
    fields: {
      type: 'object',
      required: fields.required.filter((field) => FIELDS.includes(field)),
      properties: Object.fromEntries(properties),
    },
    ...(agreement ? { agreement } : {}),
  }
}

/** Where people find the page: among the choices of the portal's page of registration, else as that page. */
function findLink(
  { register, login }: Readonly<Record<string, string>>,
  { name, page, title }: { readonly name: string; readonly page: string; readonly title: string },
  readPage: (id: string) => Json,
): readonly [path: string, Change] {
  if (register === undefined) return [SITE, [['pages', 'register'], page]]
  const {
    kind,
    sections = [],
    links = [],
  } = readPage(register) as {
    kind?: string
    sections?: readonly {
      readonly widget?: string
      readonly options?: { readonly items?: readonly Json[] }
    }[]
    links?: readonly Json[]
  }
  const cards = sections.findIndex(({ widget }) => widget === 'choice-cards')
  if (cards >= 0) {
    const count = sections[cards]?.options?.items?.length ?? 0
    const choice = {
      icon: 'people',
      role: name,
      text: `注册为${title}`,
      note: '自动通过，注册后即可登录',
      button: '注册',
      link: page,
    }
    return [`pages-config/${register}.json`, [['sections', cards, 'options', 'items', count], choice]]
  }
  const linking = kind === 'form' ? register : login
  const count = kind === 'form' ? links.length : ((readPage(String(login)).links as Json[]) ?? []).length
  return [`pages-config/${linking}.json`, [['links', count], { label: `${title}注册`, link: page }]]
}
