/** The passwords of eight and more characters that guessing lists start with, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 123123123 12341234 11223344 123321123
12344321 147258369 159357159 741852963 789456123 password password1 password12 password123 passw0rd p@ssw0rd
p@ssword p@ssw0rd1 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t
q1w2e3r4 zaq12wsx qazwsxedc asdfghjk asdfghjkl asdfasdf zxcvbnm123 zxcvbnm, abcd1234 abc12345 abc123456 a1234567
a12345678 a123456789 aa123456 aa12345678 a1b2c3d4 asd123456 qwe123456 qq123456 wang1234 woaini520 woaini1314
woaini123 5201314520 iloveyou iloveyou1 sunshine princess football baseball superman starwars trustno1 welcome1
welcome123 letmein1 letmein123 admin123 admin1234 admin12345 admin123456 admin888 admin@123 administrator root1234
root123456 test1234 test123456 changeme changeme1 changeme123 default1 guest123 guest1234 master123 computer
internet whatever dragon123 monkey123 shadow123 michael1 jennifer jordan23 charlie1 liverpool chocolate
88888888 66666666 00000000 11111111 99999999 111222333 112233445566 123qweasd 123qwe123 qweasdzxc qwer1234
1234qwer 1234abcd 12345qwert jeecg123 jeecgboot
`
    .trim()
    .split(/\s+/),
);
