// Declares the whole compiled model that server and browser work from.

import type { RoleModel } from '#shared/access/roles.ts'
import type { ParameterFamily } from '#shared/parameters/parameter-model.ts'
import type { ContentType, Dictionary, FormModel } from './content-model.ts'
import type { Json } from './json.ts'
import type { ManifestPage } from './manifest.ts'
import type { MenuNode, ZoneEntry } from './menu.ts'
import type { Migration } from './migration-model.ts'
import type { NoticeTemplate } from './notice-model.ts'
import type { Operation } from './operation-model.ts'
import type { Page } from './page-model.ts'
import type { Scenes } from './scene-model.ts'
import type { Site } from './site.ts'

/**
 * The whole compiled configuration. It is immutable; `hash` is the hash of its content.
 *
 * @example
 * const findType = ({ contentTypes }: Model, name: string) => contentTypes.find((type) => type.name === name)
 */
export interface Model {
  readonly hash: string
  readonly site: Site
  readonly pages: readonly Page[]
  /** By page that everybody may open: what it reads from the address alone, while its code still loads. */
  readonly preloads: Readonly<Record<string, ManifestPage['preload']>>
  /** By page: the address of the large picture at its head. */
  readonly headPictures: Readonly<Record<string, string>>
  readonly operations: readonly Operation[]
  /** Titles of the groups of operations that belong to no content type. */
  readonly groups: Readonly<Record<string, string>>
  readonly contentTypes: readonly ContentType[]
  readonly dictionaries: readonly Dictionary[]
  readonly forms: readonly FormModel[]
  /** In the order in which registering offers them. */
  readonly roles: readonly RoleModel[]
  readonly families: readonly ParameterFamily[]
  /** Absent where the portal has no palette, and so no scenes. */
  readonly scenes?: Scenes
  readonly notices: readonly NoticeTemplate[]
  readonly menu: readonly MenuNode[]
  readonly zones: readonly ZoneEntry[]
  /** Samples by content type, as written in the samples file. */
  readonly samples: Readonly<Record<string, readonly Json[]>>
  /** In the order in which they are applied. */
  readonly migrations: readonly Migration[]
}
