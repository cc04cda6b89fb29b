// Hands the answers of a form to the frame that previews them: both are of one tab.
import { readStored, storeJson } from '#portal/core/state/browser-storage.ts'

const NAME = 'form-preview'

type Values = Readonly<Record<string, unknown>>

/** Returns false if the browser has no room for it. */
export const storeFormPreview = (item: Values): boolean => storeJson('session', NAME, item)

export const readFormPreview = (): Values | null =>
  readStored<Values | null>(
    'session',
    NAME,
    (stored) => (stored !== null && typeof stored === 'object' ? (stored as Values) : null),
    null,
  )
