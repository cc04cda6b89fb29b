// Owns what is fetched once at start: manifest, menu, dictionaries, blacklist state (NAV-10, NAV-12).
import type { MenuNode } from '../../shared/model.ts'
import { get } from '../api/client.ts'
import { loadDictionaries } from './dictionaries.ts'
import { loadManifest } from './manifest.ts'
import { watchConfiguration } from './watch-configuration.ts'

/** Null where the menu is empty or could not be loaded: the portal then goes to /401. */
export type Menu = readonly MenuNode[] | null

async function loadMenu(): Promise<Menu> {
  const menu = await get<MenuNode[]>('/newapi/menu/tree').catch(() => [])
  return menu.length ? menu : null
}

async function loadBlack(): Promise<void> {
  const { black } = await get<{ black: boolean }>('/newapi/isBlack/getInfo').catch(() => ({ black: false }))
  if (black) document.documentElement.dataset.black = ''
  else delete document.documentElement.dataset.black
}

/** Rejects when not even the manifest or the dictionaries can be had. */
export async function loadAtStart(): Promise<Menu> {
  await loadManifest()
  const [menu] = await Promise.all([loadMenu(), loadDictionaries(), loadBlack()])
  watchConfiguration()
  return menu
}

