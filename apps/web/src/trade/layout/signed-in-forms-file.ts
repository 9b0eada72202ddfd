/** The order forms of signed-in users: a file of its own, because guests do not need it. */
import { createResource } from '../../api/resource.ts'

export const signedInFormsFile = createResource(() => import('./signed-in-forms.tsx'))
