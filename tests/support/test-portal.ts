// Names the portal on which tests run: the small one of `tests/portals/bulletin` in tests of the engine, else this portal.
import { basename, resolve } from 'node:path'

/** The project's own folder. In a simulated browser `import.meta.url` is no file. */
const OWN = process.cwd()

/** Folder of the portal; `tests/projects.ts` sets the variable for each project. */
export const PORTAL = resolve(process.env.TEST_PORTAL ?? OWN)

/** Added to the names of what is made once in a run; empty for this portal. */
export const PORTAL_SUFFIX = PORTAL === OWN ? '' : `-${basename(PORTAL)}`

/** How much a test must find at least on the portal at hand, so that it cannot pass by looking at nothing. */
export const atLeast = (onThisPortal: number, onSmallPortal: number): number =>
  PORTAL_SUFFIX === '' ? onThisPortal : onSmallPortal
