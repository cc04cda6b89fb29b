// Reads the logo files of the portal, which lie in the configuration folder and are named in it.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ConfigurationSource } from './configuration-source.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
}

export interface Asset {
  readonly bytes: Buffer
  readonly type: string
  readonly version: string
}

/** Undefined for what the configuration does not name: its names alone become part of a path. */
export async function readAsset(
  { model, root }: ConfigurationSource,
  file: string,
): Promise<Asset | undefined> {
  const { logo, icon } = model.site
  const named = [logo, icon].find((asset) => asset?.file === file)
  if (!named) return undefined
  const bytes = await readFile(join(root, 'pages-config', named.file)).catch(() => undefined)
  return bytes && { bytes, type: TYPES[extname(file)] ?? 'application/octet-stream', version: named.version }
}
