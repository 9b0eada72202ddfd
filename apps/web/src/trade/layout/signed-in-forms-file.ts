/** The order forms of who is signed in: a file of its own, as guests have none. */
import { createResource } from '../../api/resource.ts'

export const ownFormsFile = createResource(() => import('./signed-in-forms.tsx'))
