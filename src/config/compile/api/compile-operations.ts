// Compiles the operations that belong to no content type.

import { checkKeywords, checkRequired, checkSchema } from '#config/compile/common/check-schema.ts'
import { given } from '#config/compile/common/given.ts'
import { referToDictionary } from '#config/compile/dictionaries/compile-dictionary.ts'
import type { WrittenApi } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { nearestName } from '#config/load/nearest-name.ts'
import { Place } from '#config/load/place.ts'
import { ACCOUNT_FIELDS, audienceTitle, isRelation, regionalOf } from '#shared/access/roles.ts'
import { FILE_PATH } from '#shared/addresses/file-address.ts'
import { HANDLED_OPERATIONS } from '#shared/calls/handled-operations.ts'
import { BASE_PATH } from '#shared/calls/version-calls.ts'
import { agreementTitle, agreementVersion } from '#shared/forms/agreement.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Method, Operation } from '#shared/model/operation-model.ts'
import { checkOperations, type Placed } from './check-routes.ts'
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
      new Place(context, document, ['operations', name]).report('operation_unhandled', {
        found: name,
        expected: meant,
        key: true,
        group,
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
    ...groups.flatMap(([group, document]) => {
      const here = new Place(context, document, ['operations'])
      return compileOperations(group, document).map((value) =>
        completed(here.at(value.id.slice(group.length + 1)), value, forms),
      )
    }),
  ]
  checkOperations(context, operations)
  return operations
}

/** Checked by itself, and with the body that its form describes. */
function completed(here: Place, value: Operation, forms: ReadonlyMap<string, FormModel>): Placed<Operation> {
  checkAuditAction(here, value)
  checkTitles(here.at('params'), value.params)
  checkTitles(here.at('body', 'properties'), value.body ?? {})
  checkSchemas(here, value)
  checkOwners(here, value)
  checkAccountDisclosure(here, value)
  if (value.id === FILE && value.path !== FILE_PATH)
    here.at('at').report('file_address', { found: value.path, expected: FILE_PATH })
  return { document: here.document, path: here.at('at').path, value: takeForm(here, value, forms) }
}

/** Checks that the access of a call that concerns no item names roles and groups only: such a call has no owner. */
function checkOwners(here: Place, { access }: Operation): void {
  const found = access.find((audience) => isRelation(audience) && regionalOf(audience) === undefined)
  if (found !== undefined)
    here.at('access').report('operation_owner', { found, who: audienceTitle(here.context.roles, found) })
}

/** Checks the schemas of parameters, body and result. */
function checkSchemas(here: Place, { params, body, result }: Operation): void {
  for (const [name, schema] of Object.entries((params.properties ?? {}) as Record<string, JsonSchema>)) {
    const at = here.at('params', name)
    const dict = schema['x-dict']
    if (typeof dict === 'string') referToDictionary(at.at('x-dict'), dict)
    checkSchema(at, name, schema, false)
    checkKeywords(at, schema)
  }
  // The list of required parameters stands beside them.
  checkRequired(here, '', params)
  for (const [key, schema] of Object.entries({ body, result }))
    if (schema) {
      checkSchema(here.at(key), '', schema, false)
      checkKeywords(here.at(key), schema)
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
      path: `${written.base ?? BASE_PATH}${path}`,
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
      ...given({
        form: operation.form,
        changes: operation.changes,
        result: operation.result,
      }),
    }
  })
}

const [SIGNS_IN_BY] = ACCOUNT_FIELDS

function checkAccountDisclosure(here: Place, { access, result }: Operation): void {
  const { list } = (result?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const { properties } = (list?.items ?? result?.items ?? {}) as JsonSchema
  if (access.includes('anyone') && Object.hasOwn((properties ?? {}) as object, SIGNS_IN_BY))
    here.at('access').report('accounts_told', { found: 'anyone', field: SIGNS_IN_BY })
}

/** `operation` with the body that its form describes. */
function takeForm(here: Place, operation: Operation, forms: ReadonlyMap<string, FormModel>): Operation {
  const { form: id, changes } = operation
  if (id === undefined && changes) here.at('changes').report('operation_form.changes', { operation })
  if (id === undefined) return operation
  const { form: _unknown, ...bare } = operation
  const at = here.at('form')
  if (!at.refers('form', '表单', id, forms)) return bare
  if (operation.body) at.report('operation_form.body', { operation })
  else if (operation.method !== 'POST') at.report('operation_form.method', { operation })
  const body = toBody(forms.get(id) as FormModel)
  return { ...operation, body: changes ? { ...body, required: [] } : body }
}

/**
 * Builds the body for API documents. Fields that conditions may hide are not required, and the agreement is given by
 * its version.
 */
function toBody({ schema, conditions, agreement }: FormModel): JsonSchema {
  const required = ((schema.required ?? []) as readonly string[]).filter(
    (name) => !Object.hasOwn(conditions, name),
  )
  if (!agreement) return { ...schema, required }
  return {
    ...schema,
    required: [...required, 'agreement'],
    properties: {
      ...(schema.properties as object),
      agreement: { type: 'string', title: agreementTitle(agreement), enum: [agreementVersion(agreement)] },
    },
  }
}

const MAX_TITLE_LENGTH = 20
/** Characters that separate an audit action from its explanation. */
const EXPLAINS = /[；：，。（]/

/** A summary that explains how to call is no account of what somebody did. */
function checkAuditAction(here: Place, { id, deed: auditAction }: Operation): void {
  if (auditAction.length <= MAX_TITLE_LENGTH && !EXPLAINS.test(auditAction)) return
  here.at('summary').report('deed_missing', { id })
}
