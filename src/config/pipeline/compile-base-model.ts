// Compiles the base model: roles, dictionaries, content types, forms, operations, and pages made of content types.

import type { Placed } from '#config/compile/api/check-routes.ts'
import { compileAllOperations } from '#config/compile/api/compile-operations.ts'
import { findItemManagers, managesContent } from '#config/compile/api/operator-endpoints.ts'
import { withPreviewCalls } from '#config/compile/api/preview-calls.ts'
import { withVersionCalls } from '#config/compile/api/version-calls.ts'
import { urlOfValidator } from '#config/compile/common/schema-validator.ts'
import { refuseDerived } from '#config/compile/content/category-fields.ts'
import { type CompiledContent, compileContentType } from '#config/compile/content/compile-content-type.ts'
import { buildRefChoices } from '#config/compile/content/reference-choices.ts'
import {
  addDataTypes,
  addRoleDictionaries,
  addStateDictionaries,
  addWebhookEvents,
} from '#config/compile/dictionaries/derived-dictionaries.ts'
import { withNamedFields } from '#config/compile/fields/account-fields.ts'
import { checkFormAnnotations } from '#config/compile/fields/check-annotations.ts'
import { withDirectory } from '#config/compile/forms/compile-directory.ts'
import { checkViewerStates, compileViewers } from '#config/compile/forms/compile-field-read-access.ts'
import { compileFields, compileForm, withFormerNames } from '#config/compile/forms/compile-form.ts'
import { bindInputs } from '#config/compile/forms/compile-inputs.ts'
import { withSensitiveConsent } from '#config/compile/forms/sensitive-consent.ts'
import { compileWritableFields } from '#config/compile/forms/writable-fields.ts'
import { compileLifecycles } from '#config/compile/lifecycles/compile-lifecycle.ts'
import { withTransitionForms } from '#config/compile/lifecycles/transition-forms.ts'
import { asModerated, buildOperatorPages } from '#config/compile/pages/operator-pages.ts'
import type { PlacedPage } from '#config/compile/pages/page-kind.ts'
import { compileParameterSets } from '#config/compile/parameters/compile-parameter-sets.ts'
import { readTrees } from '#config/compile/parameters/parameter-tree.ts'
import { compileRoles, withRegistrations } from '#config/compile/roles/compile-roles.ts'
import { sitePage } from '#config/compile/site/compile-site.ts'
import type { WrittenContentType, WrittenForm } from '#config/generated/written.ts'
import type { Context, WrittenOf } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { RoleModel } from '#shared/access/roles.ts'
import type { ContentType, FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { ParameterFamily } from '#shared/parameters/parameter-model.ts'

export interface BaseModel {
  readonly roles: readonly RoleModel[]
  readonly families: readonly ParameterFamily[]
  readonly contents: ReadonlyMap<string, CompiledContent>
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly forms: ReadonlyMap<string, FormModel>
  readonly operations: readonly Placed<Operation>[]
  readonly byOperation: ReadonlyMap<string, Operation>
  /** Those in which operators find what they manage. */
  readonly operatorPages: readonly PlacedPage[]
  /** Documents that are made instead of written. */
  readonly made: readonly Document[]
}

type ValidDocuments = ReadonlySet<Document>

export function findValidDocuments<Kind extends string>(
  context: Context,
  kind: Kind,
  validDocuments: ValidDocuments,
): [string, Document<WrittenOf<Kind>>][] {
  return [...context.of(kind)].filter(([, document]) => validDocuments.has(document))
}

/** Reports into `context`, which it tells of the roles and of the dictionaries that are made. */
export function compileBaseModel(context: Context, shaped: ValidDocuments): BaseModel {
  context.roles = compileRoles(context, shaped)
  const { trees, made: levels } = readTrees(context)
  const made = [
    ...levels,
    ...addRoleDictionaries(context),
    ...addDataTypes(context),
    ...addWebhookEvents(context),
    ...addStateDictionaries(context, shaped),
  ]
  const validDocuments = new Set([...shaped, ...made])
  const families = trees.map((tree) => compileParameterSets(context, tree))
  const { contents, own } = compileContents(context, validDocuments, families)
  const contentTypes = new Map([...contents].map(([name, { type }]) => [name, type]))
  checkViewerStates(context, contents)
  const written = compileForms(context, validDocuments, contents, contentTypes)
  const asking = own.map(({ value, ...placed }) => ({
    ...placed,
    value: withTransitionForms(value, contentTypes.get(value.content?.type ?? '')?.lifecycle, written),
  }))
  const called = compileAllOperations(
    context,
    withPreviewCalls(
      withVersionCalls(findValidDocuments(context, 'api', validDocuments), context, contentTypes.values()),
      context,
      contentTypes.values(),
    ),
    asking,
    written,
  )
  const operations = withRegistrations(context, called, written)
  const byOperation = new Map(operations.map(({ value }) => [value.id, value]))
  const forms = bindForms(context, written, contents, byOperation)
  const operatorPages = placeOperatorPages(context, contents, byOperation)
  return {
    roles: context.roles,
    families,
    contents,
    contentTypes,
    forms,
    operations,
    byOperation,
    operatorPages,
    made,
  }
}

/** With their operations as they are declared. */
function compileContents(
  context: Context,
  validDocuments: ValidDocuments,
  families: readonly ParameterFamily[],
): { readonly contents: Map<string, CompiledContent>; readonly own: Placed<Operation>[] } {
  const lifecycles = compileLifecycles(context, validDocuments)
  const contents = new Map<string, CompiledContent>()
  const own: Placed<Operation>[] = []
  for (const [name, document] of findValidDocuments(context, 'content', validDocuments)) {
    const compiled = compileContentType(new Place(context, document), name, lifecycles, families)
    if (!compiled) {
      context.lose('content', name)
      continue
    }
    contents.set(name, compiled)
    for (const value of compiled.operations)
      own.push({ document, path: ['endpoints', value.id.slice(name.length + 1)], value })
  }
  const asWritten = new Map([...contents].map(([name, { type }]) => [name, type]))
  for (const [name, compiled] of contents)
    contents.set(name, { ...compiled, type: withNamedFields(compiled.type, asWritten) })
  return { contents, own }
}

function compileForms(
  context: Context,
  validDocuments: ValidDocuments,
  contents: BaseModel['contents'],
  contentTypes: BaseModel['contentTypes'],
): BaseModel['forms'] {
  const forms = new Map<string, FormModel>([...contents].map(([name, { form }]) => [name, form]))
  for (const [id, document] of findValidDocuments(context, 'form', validDocuments)) {
    const here = new Place(context, document)
    forms.set(id, withDirectory(here, compileOwnForm(here, id), contentTypes))
  }
  return forms
}

/** One that is no content type's. */
function compileOwnForm(here: Place<WrittenForm>, id: string): FormModel {
  refuseDerived(here)
  checkFormAnnotations(here, here.document.value.fields.properties)
  const writableFields = compileWritableFields(here, compileFields(here), null)
  const fields = compileViewers(here, writableFields, null)
  return withSensitiveConsent(here, compileForm(here, id, fields))
}

/** With the calls that their inputs make, and the addresses of their validators. */
function bindForms(
  context: Context,
  forms: BaseModel['forms'],
  contents: BaseModel['contents'],
  calls: BaseModel['byOperation'],
): BaseModel['forms'] {
  const types = [...contents.values()].map(({ type }) => type)
  const choices = buildRefChoices(types, calls)
  const bind = (id: string, form: FormModel): FormModel => {
    const document = context.of('content').get(id) ?? context.of('form').get(id)
    if (!document) return form
    const here = new Place<WrittenForm | WrittenContentType>(context, document)
    const bound = withFormerNames(context, bindInputs(here, form, calls, choices))
    return { ...bound, validatorUrl: urlOfValidator(form.schema) }
  }
  return new Map(Array.from(forms, ([id, form]) => [id, bind(id, form)]))
}

function placeOperatorPages(
  context: Context,
  contents: BaseModel['contents'],
  calls: BaseModel['byOperation'],
): PlacedPage[] {
  if (!managesContent(context)) return []
  const build = (type: ContentType): PlacedPage[] =>
    buildOperatorPages(
      context,
      asModerated(context.roles, type, calls),
      context.of('content').get(type.name) as Document,
      findItemManagers(context, type.lifecycle),
      sitePage(context, 'operatorHome') ?? '',
      calls,
    )
  return [...contents.values()].flatMap(({ type }) => (type.operations.manage ? build(type) : []))
}
