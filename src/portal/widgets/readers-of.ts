// Owns the words for who sees a field that not everybody sees.
import type { Field } from '../../shared/content-model.ts'
import { viewersTitle } from '../../shared/viewers.ts'
import { currentManifest } from '../api/manifest.ts'

/** Such as 仅已登录用户可见; empty where everybody sees it. */
export function readersOf({ visible }: Field): string {
  if (visible === undefined || visible.length === 0 || visible.includes('anyone')) return ''
  return viewersTitle(visible, currentManifest().roles)
}
