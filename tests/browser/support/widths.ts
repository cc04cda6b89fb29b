// Provides the widths at which tests look at a page: a computer's, a tablet's and a phone's.
import { IS_LONG } from '../../support/long-run.ts'

/** Every page is looked at on a tablet by the walk over all of them; other tests go there in the long run only. */
export const WIDTHS: readonly number[] = IS_LONG ? [1440, 768, 390] : [1440, 390]

/** Of walks that are the same on a computer and on a phone: at both in the long run, else at the one given. */
export const walkedAt = (width: 1440 | 390): readonly number[] => (IS_LONG ? [1440, 390] : [width])
