// Hands down what the account's registration filled a form with, for the note beside the fields.
import { createContext } from 'react'
import type { FormData } from '#shared/validation/visible-fields.ts'

export const PrefillContext = createContext<FormData>({})
