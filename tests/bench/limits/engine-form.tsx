// Provides the mount of the form engine, alone, over the same fields as the hand-written form.
import { createRoot } from 'react-dom/client'
import { FormEngine } from '#portal/features/form/engine/form-engine.tsx'
import '#portal/styles/tokens.css'
import '#portal/features/form/forms.css'
import { benchForm } from '../form-model.ts'

const count = Number(new URLSearchParams(location.search).get('fields') ?? 40)

createRoot(document.getElementById('root') as HTMLElement).render(
  <FormEngine form={benchForm(count)} onSubmit={() => Promise.resolve()} />,
)
