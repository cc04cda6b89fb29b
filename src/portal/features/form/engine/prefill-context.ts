// Provides the answers that the account's registration prefilled, for the notes at the fields.
import { createContext } from 'react'
import type { FormData } from '#shared/validation/visible-fields.ts'

export const PrefillContext = createContext<FormData>({})
