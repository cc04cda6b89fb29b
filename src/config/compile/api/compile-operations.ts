// Compiles the operations that belong to no content type.

import { checkKeywords, checkRequired, checkSchema } from '#config/compile/common/check-schema.ts'
import { referToDictionary } from '#config/compile/dictionaries/compile-dictionary.ts'
import type { WrittenApi } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { nearestName } from '#config/load/nearest-name.ts'
import { Place } from '#config/load/place.ts'
import { audienceTitle, isRelation, regionalOf } from '#shared/access/roles.ts'
import { FILE_PATH } from '#shared/addresses/file-address.ts'
import { HANDLED_OPERATIONS } from '#shared/calls/handled-operations.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Method, Operation } from '#shared/model/operation-model.ts'
import { checkAuditAction } from './audit-action.ts'
import { checkAccountDisclosure } from './check-account-disclosure.ts'
import { checkOperations, type Placed } from './check-routes.ts'
import { takeForm } from './operation-form.ts'
import { checkTitles, withTitles } from './title-parameters.ts'

/** Letters that differ in a slip; what differs in more may be a portal's own, which has its handler elsewhere. */
const slipOf = (name: string) => Math.min(3, Math.floor(name.length / 2))

function checkHandled(context: Context, groups: readonly (readonly [string, Document<WrittenApi>])[]): void {
  for (const [group, document] of groups) {
    const names = Object.keys(document.value.operations)
    const handled = HANDLED_OPERATIONS.flatMap((id) =>
      id.startsWith(`${group}.`) ? [id.slice(group.length + 1)] : [],
    )
    const missing = handled.filter((name) => !names.includes(name))
    for (const name of names) {
      const meant = handled.includes(name) ? undefined : nearestName(name, missing, slipOf(name))
      if (meant === undefined) continue
      context.report(document, ['operations', name], {
        slug: 'operation_unhandled',
        message: `操作“${group}.${name}”没有处理程序，程序处理的是“${group}.${meant}”：请写作“${meant}”；门户自己的操作请换一个不易混淆的名称`,
        found: name,
        expected: meant,
        key: true,
      })
      // References to the correct name are not reported.
      context.lose('operation', `${group}.${meant}`)
    }
  }
}

/** The one whose address is not the portal's to choose. */
const FILE = 'file.download'

/** The operations of all groups beside those of the content types, `own`. */
export function compileAllOperations(
  context: Context,
  groups: readonly (readonly [string, Document<WrittenApi>])[],
  own: readonly Placed<Operation>[],
  forms: ReadonlyMap<string, FormModel>,
): Placed<Operation>[] {
  checkHandled(context, groups)
  const operations = [
    ...own,
    ...groups.flatMap(([group, document]) =>
      compileOperations(group, document).map((value) =>
        completed(new Place(context, document), value.id.slice(group.length + 1), value, forms),
      ),
    ),
  ]
  checkOperations(context, operations)
  return operations
}

/** Checked by itself, and with the body that its form describes. */
function completed(
  here: Place,
  name: string,
  value: Operation,
  forms: ReadonlyMap<string, FormModel>,
): Placed<Operation> {
  const path = ['operations', name]
  checkDictionaries(here.at(...path, 'params'), value.params)
  checkAuditAction(here.in(path), value)
  checkTitles(here.at(...path, 'params'), value.params)
  checkTitles(here.at(...path, 'body', 'properties'), value.body ?? {})
  checkSchemas(here.in(path), value)
  checkOwners(here.in(path), value)
  checkAccountDisclosure(here.in(path), value)
  if (value.id === FILE && value.path !== FILE_PATH)
    here.at(...path, 'at').report({
      slug: 'file_address',
      message: `文件的下载地址须为 GET ${FILE_PATH}，正文中的图片按此地址保存`,
      found: value.path,
      expected: FILE_PATH,
    })
  return { document: here.document, path: [...path, 'at'], value: takeForm(here.in(path), value, forms) }
}

/** Checks that the access of a call that concerns no item names roles and groups only: such a call has no owner. */
function checkOwners(here: Place, { access }: Operation): void {
  const found = access.find((audience) => isRelation(audience) && regionalOf(audience) === undefined)
  if (found === undefined) return
  here.at('access').report({
    slug: 'operation_owner',
    message: `该操作不针对某条内容，不能写“${audienceTitle(here.context.roles, found)}”：仅供本人使用的请写 registered 或 participant`,
    found,
  })
}

/** Checks the schemas of parameters, body and result. */
function checkSchemas(here: Place, { params, body, result }: Operation): void {
  const place = { context: here.context, document: here.document, isFormField: false }
  for (const [name, schema] of Object.entries((params.properties ?? {}) as Record<string, JsonSchema>)) {
    checkSchema(place, [...here.path, 'params', name], name, schema)
    checkKeywords(place, [...here.path, 'params', name], schema)
  }
  // The list of required parameters stands beside them.
  checkRequired(place, here.path, '', params)
  for (const [key, schema] of Object.entries({ body, result }))
    if (schema) {
      checkSchema(place, [...here.path, key], '', schema)
      checkKeywords(place, [...here.path, key], schema)
    }
}

/** A parameter's values are of a dictionary that is there. */
function checkDictionaries(here: Place, params: JsonSchema): void {
  for (const [name, schema] of Object.entries((params.properties ?? {}) as Record<string, JsonSchema>)) {
    const dict = schema['x-dict']
    if (typeof dict === 'string') referToDictionary(here.at(name, 'x-dict'), dict)
  }
}

function compileOperations(group: string, document: Document<WrittenApi>): Operation[] {
  const written = document.value
  return Object.entries(written.operations).map(([name, operation]) => {
    const [method, path] = operation.at.split(' ') as [Method, string]
    return {
      id: `${group}.${name}`,
      summary: operation.summary,
      deed: operation.deed ?? operation.summary,
      method,
      path: `${written.base ?? '/newapi'}${path}`,
      access: [operation.access].flat(),
      writes: method === 'POST',
      ...(operation.personal ? { personal: true as const } : {}),
      params: withTitles({
        type: 'object',
        properties: operation.params ?? {},
        required: operation.required ?? [],
        additionalProperties: false,
      }),
      ...(operation.body ? { body: withTitles(operation.body) } : {}),
      ...(operation.form ? { form: operation.form } : {}),
      ...(operation.limits ? { limits: operation.limits } : {}),
      ...(operation.changes ? { changes: operation.changes } : {}),
      ...(operation.result ? { result: operation.result } : {}),
    }
  })
}
