// Provides a copy of the built portal whose configuration a test may change.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../support/source-files.ts'

const COPIED = ['dist', 'schemas', 'pages-config', 'zones-config', 'package.json']

export interface CopiedPortal {
  readonly root: string
  remove(): void
}

export function copyPortal(): CopiedPortal {
  const root = mkdtempSync(join(tmpdir(), 'equipnet-copy-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(root, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
