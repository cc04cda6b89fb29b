// Builds the first data that the browser loads: the manifest of pages, and the address of each page's body.

import { validatorModule } from '#config/compile/common/schema-validator.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import { formerNames } from '#shared/model/former-names.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Manifest, ManifestPage } from '#shared/model/manifest.ts'
import type { Model } from '#shared/model/model.ts'
import type { Page } from '#shared/model/page-model.ts'
import { setSchema } from '#shared/parameters/parameter-form.ts'
import { keyFiguresAddress, keyFiguresOf } from '#shared/parameters/parameter-model.ts'
import { digestPart } from './model-digest.ts'

export interface PageBody {
  readonly url: string
  /** JSON, or a module; written out anew each time: as text the pages take more room than all else of a model. */
  text(): string
}

const NAME_LENGTH = 12

/** The address of a page's compiled body, which names its content. */
const pageUrl = (page: Page): string =>
  `/config/pages/${page.id.replaceAll('/', '~')}.${digestPart(page).slice(0, NAME_LENGTH)}.json`

/**
 * Returns the body of each page as JSON, by the URL that the manifest names. The URL contains a hash of the
 * content, so that a body can be cached without limit.
 *
 * @example
 * const urls = pageBodies(model).map(({ url }) => url)
 */
export const pageBodies = ({ pages }: Model): PageBody[] =>
  pages.map((page) => ({ url: pageUrl(page), text: () => JSON.stringify(page) }))

/**
 * Returns the parameter sets of each family, and the key figures of all of its sets. Their addresses are stable,
 * because a browser that requests one knows only the category.
 */
export function setBodies({ families }: Model): PageBody[] {
  return families.flatMap((family) => [
    ...family.sets.map((set) => ({
      url: `/config/sets/${family.name}/${set.id}.json`,
      text: () => JSON.stringify(set),
    })),
    { url: keyFiguresAddress(family.name), text: () => JSON.stringify(keyFiguresOf(family)) },
  ])
}

/**
 * Returns the modules that validate answers in the browser: of each form, also where a page offers a part of it, and of
 * each parameter set. A module is compiled when it is first requested.
 */
export function validatorBodies({ forms, pages, families }: Model): PageBody[] {
  const choices = pages.flatMap((page) => (page.kind === 'form' ? (page.choice?.forms ?? []) : []))
  const sets = families.flatMap((family) => family.sets)
  return [
    ...[...forms, ...choices].flatMap(({ validatorUrl, schema }) => toValidatorBody(validatorUrl, schema)),
    ...sets.flatMap((set) => toValidatorBody(set.validatorUrl, setSchema(set))),
  ]
}

const toValidatorBody = (url: string | undefined, schema: JsonSchema): PageBody[] =>
  url === undefined ? [] : [{ url, text: () => validatorModule(schema) }]

/**
 * Builds the manifest, the first data that the browser loads: hash, roles, public states, former addresses, and for
 * each page its route, access, preloads and the URL of its body.
 *
 * @example
 * const manifest = buildManifest(model)
 * manifest.pages[0]?.url // → '/config/pages/home.1a2b3c4d5e6f.json', for example
 */
export function buildManifest(model: Model): Manifest {
  const former = [...formerNames(model, 'path')].map(([path, to]) => ({ path, to }))
  return {
    hash: model.hash,
    roles: model.roles.map(({ name, title, grants }) => ({ name, title, grants })),
    publicStates: [...new Set(model.contentTypes.flatMap(({ lifecycle }) => publicStates(lifecycle)))],
    ...(former.length > 0 ? { former } : {}),
    pages: model.pages.map(
      (page): ManifestPage => ({
        id: page.id,
        path: page.path,
        title: page.title,
        kind: page.kind,
        shell: page.shell,
        ...(page.onlyFrom ? { onlyFrom: page.onlyFrom } : {}),
        access: page.access,
        url: pageUrl(page),
        ...(model.headPictures[page.id] ? { picture: model.headPictures[page.id] } : {}),
        preload: model.preloads[page.id] ?? [],
      }),
    ),
  }
}
