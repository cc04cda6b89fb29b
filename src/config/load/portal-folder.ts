// Finds the program's own folder, and the folder of the portal that it serves.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The program's own folder. Both the sources and the built server are inside the folder of its package.json. */
export const PROGRAM = findPackage(import.meta.dirname)

function findPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder
  return findPackage(dirname(folder))
}

/** Folder that holds schemas, pages-config and zones-config: `PORTAL_DIR`, else `usual`. */
export function portalFolder(
  { PORTAL_DIR }: Readonly<Record<string, string | undefined>>,
  usual = PROGRAM,
): string {
  return resolve(PORTAL_DIR || usual)
}
