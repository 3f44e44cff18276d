# Appends of 40 bytes, from the tables in docs/benchmarks.md. Render: gnuplot docs/images/appends.gp
set terminal svg size 760,230 font "Helvetica,Arial,sans-serif,12" background "white"
set output "docs/images/appends.svg"
$rates << EOD
0 1.14 "Artemis journal"
1 1.43 "FileChannel"
2 6.46 "Chronicle Queue"
3 7.68 "Aeron Archive"
4 52.8 "Millrace, with checksums"
5 77.5 "memcpy to a mapping"
EOD
set xrange [0:85]
set yrange [-0.6:5.6]
set xlabel "million appends of 40 bytes a second"
set grid xtics lc rgb "#dddddd"
set border 1 lc rgb "#5a6672"
set ytics nomirror scale 0
set key off
set style fill solid 1 noborder
color(i) = i == 4 ? 0x3b6ea5 : i == 5 ? 0xb7bfc8 : 0xb7791f
plot $rates using ($2/2):1:($2/2):(0.32):(color($1)):ytic(3) with boxxyerrorbars lc rgb variable, \
     $rates using 2:1:(sprintf("  %g", $2)) with labels left
