/** Mobile numbers of the specification: 1, then 3, 4, 5, 7 or 8, then nine digits. The one of forms, sign-in and samples. */
export const mobileNumber = /^1[34578]\d{9}$/;
