// Owns where things lie: the program with its language, and the portal that it serves, which may be another folder.
import { resolve } from 'node:path'

/** The program's own folder; both `src/config` and `dist/server` lie two folders below it. */
export const PROGRAM = resolve(import.meta.dirname, '../..')

/** Folder that holds schemas, pages-config and zones-config: `PORTAL_DIR`, else `usual`. */
export function portalFolder(
  { PORTAL_DIR }: Readonly<Record<string, string | undefined>>,
  usual = PROGRAM,
): string {
  return resolve(PORTAL_DIR || usual)
}
