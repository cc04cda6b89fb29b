// Provides the mount of the form engine, alone, over the same fields as the hand-written form.
import { createRoot } from 'react-dom/client'
import { validatorAt } from '#portal/core/pages/validators.ts'
import { FormEngine } from '#portal/features/form/engine/form-engine.tsx'
import { loadedForm } from '#portal/features/form/rjsf/loaded-form.ts'
import '#portal/styles/tokens.css'
import '#portal/features/form/forms.css'
import { benchForm } from '../form-model.ts'

const form = benchForm(Number(new URLSearchParams(location.search).get('fields') ?? 40))
const root = createRoot(document.getElementById('root') as HTMLElement)

void validatorAt(form.validatorUrl ?? '')
  .load()
  .then((module) =>
    root.render(<FormEngine form={loadedForm(module)(form)} onSubmit={() => Promise.resolve()} />),
  )
