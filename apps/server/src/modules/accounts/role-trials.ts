/** Demo operators of one role each: what a role alone may do is tried as one of them. */

export const roleTrials = [
  { demoName: 'Wati', fullName: 'Wati Operator', deskRole: 'support' },
  { demoName: 'Citra', fullName: 'Citra Operator', deskRole: 'kyc' },
  { demoName: 'Fajar', fullName: 'Fajar Operator', deskRole: 'finance' },
  { demoName: 'Rangga', fullName: 'Rangga Operator', deskRole: 'risk' },
  { demoName: 'Nadia', fullName: 'Nadia Operator', deskRole: 'admin' },
] as const
